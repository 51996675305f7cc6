// What parties ask for: 律师费, 违约金 … (claim_heads.txt).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace proviso::tasks {

// A head of claim: all its spellings, its name first, and its sort ("debt", "fee" …).
struct ClaimHead {
  std::string sort;
  std::vector<std::string> spellings;
  std::vector<std::string> dealt_by;  // words under which an order may deal with it
};

// Thread-safe.
const std::vector<ClaimHead>& claim_heads();

// Whether a spelling of the head (an index into claim_heads()) stands in the text.
bool names_head(std::string_view text, std::size_t head);

// The heads that a text names, each by its longest spelling at a place (律师代理费 is no 代理费
// besides, 离婚协议 no 离婚). A head that leads straight to another one only says of what:
// 保证金利息 is interest, 违法解除劳动合同赔偿金 is 赔偿金.
std::vector<std::size_t> heads_in(std::string_view text);

}  // namespace proviso::tasks

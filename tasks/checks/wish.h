// What a sentence of the reasoning rules on: who wants what, on which ground, with which verdict.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace proviso::tasks {

// All pieces are views into the sentence.
// 故[原告][要求被告支付违约金12000元][的诉讼请求，没有合同依据， 本院][不予支持][，但…].
struct Wish {
  std::string_view subject;  // before the word of asking, from the clause's start
  std::string_view object;   // from the word of asking to its close or its ground; empty: no wish
  std::string_view ground;   // from there to the verdict
  std::string_view tail;     // behind the verdict
  // Whose wish it is. kDefends: a defence, an objection, an application in the course of the case,
  // or a wish of the other side that asks for nothing from the plaintiff.
  enum class Asker : std::uint8_t { kNobody, kClaims, kDefends } asker = Asker::kNobody;
  bool negative = false;  // 无需支付: wants not to be ordered
};

// Of a sentence of the reasoning, or of an item that dismisses a claim by name.
Wish wish_of(std::string_view sentence);

// A sentence cut behind each verdict whose rest has a wish and a verdict of its own.
std::vector<std::string_view> verdicts_of(std::string_view sentence);

// Words that leave a part of what was asked to another verdict (超出部分, 过高, 其余): in the
// object, on the way to the verdict, or behind it; 原告再主张.
bool takes_a_part(const Wish& wish);

}  // namespace proviso::tasks

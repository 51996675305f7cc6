#include "tasks/checks/outcome.h"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "checks_data.h"

namespace proviso::tasks {
namespace {

using segmenter::Span;
using segmenter::Tag;
using std::string_view;

// claim_heads.txt: for each head all its spellings, the name first.
std::vector<std::vector<std::string>> read_heads() {
  std::vector<std::vector<std::string>> heads;
  string_view rest = checks::data::claim_heads;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.empty() || line.front() == '#') continue;
    std::vector<std::string> spellings;
    while (!line.empty()) {
      const std::size_t space = std::min(line.find(' '), line.size());
      spellings.emplace_back(line.substr(0, space));
      line.remove_prefix(std::min(space + 1, line.size()));
    }
    heads.push_back(std::move(spellings));
  }
  return heads;
}

const std::vector<std::vector<std::string>>& heads() {
  static const auto all = read_heads();
  return all;
}

bool names(string_view text, std::size_t head) {
  const auto& spellings = heads()[head];
  return std::any_of(spellings.begin(), spellings.end(),
                     [&](const std::string& word) { return text.find(word) != text.npos; });
}

// The heads that a text names, each by its longest spelling at a place (律师代理费 is no 代理费
// besides).
std::vector<std::size_t> heads_in(string_view text) {
  std::vector<std::size_t> found;
  std::size_t last_end = text.npos;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t longest = 0;
    std::size_t which = 0;
    for (std::size_t head = 0; head < heads().size(); ++head) {
      for (const std::string& word : heads()[head]) {
        if (word.size() > longest && text.substr(at).starts_with(word)) {
          longest = word.size();
          which = head;
        }
      }
    }
    if (longest > 0) {
      // 保证金利息 is interest: a head directly before another only says of what.
      if (at == last_end && !found.empty()) found.pop_back();
      if (std::find(found.begin(), found.end(), which) == found.end()) found.push_back(which);
      last_end = at + longest;
    }
    at += longest > 0 ? longest : code_point_bytes(text[at]);
  }
  return found;
}

enum class Stand : std::uint8_t { kNone, kSupport, kRefuse, kPart };

struct Sentence {
  Span span;
  string_view words;
  Stand stand = Stand::kNone;
  bool of_claim = false;  // speaks of what the plaintiff, not the defendant, wants
};

Stand stand_of(string_view words) {
  const bool refuse = contains(
      words, {"不予支持", "难以支持", "无法支持", "不能支持", "不应支持", "不应予以支持",
              "不予准许", "不予认可", "应予驳回", "予以驳回", "依法驳回", "不能成立", "不予主张"});
  const bool support = contains(words, {"本院予以支持", "本院应予支持", "应予支持", "予以支持",
                                        "本院支持", "应当支持", "应当予以支持"}) &&
                       !contains(words, {"不应予以支持", "不应当予以支持", "不应当支持"});
  // 不予支持，但可…: something is granted all the same.
  const std::size_t refusal = words.rfind("不予支持");
  const bool but = refusal != words.npos && words.find("但", refusal) != words.npos;
  if (but) return Stand::kPart;
  if (contains(words, {"部分支持", "部分予以支持", "部分不予支持", "支持部分", "部分成立"}) ||
      (refuse && support))
    return Stand::kPart;
  if (refuse) return Stand::kRefuse;
  return support ? Stand::kSupport : Stand::kNone;
}

// Whose wish a sentence is about: that of a defence, an objection, evidence or an application does
// not count.
bool of_claim(string_view words) {
  if (contains(words, {"辩", "抗辩", "答辩", "异议", "证据", "鉴定申请", "追加", "申请", "质证",
                       "反诉", "管辖", "时效", "理由", "意见", "仲裁委"})) {
    return false;
  }
  return contains(words, {"诉讼请求", "诉请", "诉求", "请求", "要求", "主张"});
}

// 驳 is what Tesseract reads worst in a disposition: of scans it gives one of the others.
bool says_dismissed(string_view item) {
  return contains(item, {"驳回", "双回", "驱回", "驭回", "静回", "鸡回"});
}

// An item that only dismisses: 驳回…的诉讼请求, with no time to perform in it.
bool dismisses(string_view item) {
  return says_dismissed(item) &&
         !contains(item, {"本判决生效", "判决生效之日", "本判决发生法律效力"});
}
class Outcome {
 public:
  explicit Outcome(const CaseView& view) : view_(view), items_(view.disposition_items()) {
    for (const Span& part : view.spans(Tag::kReasoning)) {
      for (std::size_t at = part.start; at < part.end;) {
        const Span sentence = sentence_around(view.text, {at, at}, part.end - at + 1);
        const std::size_t end = std::min(std::max(sentence.end, at), part.end);
        if (end > at) {
          Sentence next{{at, end}, view.quote({at, end})};
          next.stand = stand_of(next.words);
          next.of_claim = of_claim(next.words);
          sentences_.push_back(next);
        }
        at = end < part.end ? end + code_point_bytes(view.text[end]) : part.end;
      }
    }
    for (const Span& item : items_) {
      const string_view words = view.quote(item);
      if (dismisses(words)) {
        if (contains(words, {"驳回上诉", "维持原判"})) appeal_ = item;
      } else {
        orders_ = true;
        ordered_ += words;
      }
    }
  }

  std::vector<Finding> run() {
    if (items_.empty() || sentences_.empty()) return {};
    if (appeal_ || appellate()) {
      appeal();
    } else {
      all_dismissed();
      refused_but_ordered();
      supported_but_silent();
      supported_but_dismissed();
    }
    ground_against_verdict();
    supported_and_refused();
    return std::move(findings_);
  }

 private:
  bool appellate() const {
    return std::any_of(items_.begin(), items_.end(), [&](Span item) {
      return contains(view_.quote(item), {"维持", "撤销", "变更", "发回重审"}) &&
             contains(view_.quote(item), {"号民事判决", "原判", "一审", "二审"});
    });
  }

  // Every item dismisses, and the last word of the reasoning on the claims is support.
  void all_dismissed() {
    if (orders_) return;
    for (const Span& item : items_) {
      const string_view words = view_.quote(item);
      if (!contains(words, {"诉讼请求"})) return;
    }
    const Sentence* support = nullptr;
    for (const Sentence& sentence : sentences_) {
      if (sentence.stand == Stand::kNone) continue;
      if (sentence.stand == Stand::kRefuse && contains(sentence.words, {"辩"})) continue;
      if (sentence.stand != Stand::kSupport) {
        // A later word on everything, on the same head or on the same sum takes the support back.
        if (support != nullptr && takes_back(sentence, *support)) support = nullptr;
        continue;
      }
      const bool others =
          contains(sentence.words, {"被告主张", "第三人", "被告的主张", "被告请求"});
      if (sentence.of_claim && !others && by_court(sentence.words)) support = &sentence;
    }
    if (support == nullptr) return;
    report(items_.front(), support->span, "主文驳回了诉讼请求，而理由部分对请求予以支持。",
           "The claims are dismissed, though the reasoning supports them.");
  }

  // The court's own word, not a statute quoted (…的，人民法院应予支持).
  static bool by_court(string_view words) {
    return contains(words, {"本院"}) &&
           !contains(words, {"人民法院应", "人民法院予以", "规定：", "规定:"});
  }

  bool takes_back(const Sentence& refusal, const Sentence& support) const {
    const std::vector<std::size_t> asked = heads_in(wish(support.words));
    const std::vector<std::size_t> refused = heads_in(refusal.words);
    // 原告要求赔偿损失199437元，本院予以支持: a refusal of a head by name is about another claim.
    if (asked.empty() && names_sum(support.span)) {
      const bool set_off =
          contains(refusal.words, {"抵扣", "抵销", "抵消", "扣除", "已付", "已支付"});
      return set_off || refused.empty() || names_sum(refusal.span);
    }
    if (asked.empty() || refused.empty()) return true;
    return std::any_of(asked.begin(), asked.end(), [&](std::size_t head) {
      return std::find(refused.begin(), refused.end(), head) != refused.end();
    });
  }

  bool names_sum(Span span) const {
    return std::any_of(view_.numbers.begin(), view_.numbers.end(), [&](const Number& number) {
      return number.measure == Measure::kMoney && number.span.start >= span.start &&
             number.span.end <= span.end;
    });
  }

  // Sentences about the claims that name `head` and stand as asked.
  bool said_elsewhere(std::size_t head, const Sentence& not_this,
                      std::initializer_list<Stand> stands) const {
    return std::any_of(sentences_.begin(), sentences_.end(), [&](const Sentence& each) {
      if (&each == &not_this || !names(each.words, head)) return false;
      return std::find(stands.begin(), stands.end(), each.stand) != stands.end();
    });
  }

  // What the sentence wants: from its last word of asking to its verdict.
  static string_view wish(string_view words) {
    std::size_t verdict = words.npos;
    for (const string_view word : {"不予支持", "予以支持", "应予支持", "难以支持", "无法支持",
                                   "不能支持", "本院支持", "应予驳回"}) {
      verdict = std::min(verdict, words.rfind(word));
    }
    const string_view before = words.substr(0, verdict);
    std::size_t start = before.npos;
    for (const string_view word : {"请求", "主张", "要求", "诉请", "诉求"}) {
      const std::size_t at = before.rfind(word);
      // 的诉讼请求, 的主张 close a wish; they do not open one.
      if (at == before.npos || before.substr(0, at).ends_with("诉讼") ||
          before.substr(0, at).ends_with("的") || before.substr(0, at).ends_with("该") ||
          before.substr(0, at).ends_with("项")) {
        continue;
      }
      start = start == before.npos ? at : std::max(start, at);
    }
    return start == before.npos ? string_view() : before.substr(start);
  }

  // Words that narrow a verdict to a part of what was asked.
  static bool narrows(string_view words) {
    return contains(words,
                    {"部分", "超出", "超过", "过高", "多余", "其他", "其它", "其余", "之外", "以外",
                     "差额", "酌",   "调整", "标准", "期间", "重复", "计算", "另行", "以上", "再",
                     "之后", "之前", "起",   "全额", "按",   "除",   "亦",   "同时", "双倍", "又",
                     "此前", "此后", "以前", "以后", "后的", "计至", "不符"});
  }

  // A defendant named in the wish whom the item does not bind: the refusal is for him alone.
  bool spares(string_view wish_words, string_view item) const {
    std::vector<string_view> named;
    for (const segmenter::Party& party : view_.structure.parties) {
      const bool defendant =
          std::any_of(party.roles.begin(), party.roles.end(),
                      [](const std::string& role) { return role.find("原告") == role.npos; });
      if (defendant && wish_words.find(party.name) != wish_words.npos) named.push_back(party.name);
      for (const std::string& alias : party.aliases) {
        if (defendant && wish_words.find(alias) != wish_words.npos) named.push_back(alias);
      }
    }
    if (!named.empty()) {
      return std::none_of(named.begin(), named.end(),
                          [&](string_view name) { return item.find(name) != item.npos; });
    }
    // Without a head: 被告 with a name behind it.
    const std::size_t at = wish_words.find("被告");
    if (at == wish_words.npos) return false;
    const string_view name = wish_words.substr(at + 6, 6);
    return !contains(name, {"支付", "赔偿", "偿还", "返还", "承担", "给付", "归还", "退还", "履行",
                            "立即", "连带", "共同"}) &&
           item.find(name) == item.npos;
  }

  void refused_but_ordered() {
    for (const Sentence& sentence : sentences_) {
      if (sentence.stand != Stand::kRefuse || !sentence.of_claim ||
          !contains(sentence.words, {"支持"}))
        continue;
      const string_view wanted = wish(sentence.words);
      if (wanted.empty() || !by_court(sentence.words)) continue;
      const bool narrow = narrows(wanted);
      for (const std::size_t head : heads_in(wanted)) {
        if (narrow && !asks_sum_ordered(wanted, head)) continue;
        if (said_elsewhere(head, sentence, {Stand::kSupport, Stand::kPart})) continue;
        const auto item = std::find_if(items_.begin(), items_.end(), [&](Span each) {
          const string_view words = view_.quote(each);
          return !dismisses(words) && orders(words, head, wanted) &&
                 contains(words,
                          {"支付", "赔偿", "偿还", "返还", "给付", "承担", "归还", "退还", "享有"});
        });
        if (item == items_.end() || spares(wanted, view_.quote(*item)) ||
            !same_amount(wanted, *item))
          continue;
        report(*item, sentence.span,
               fmt::format("理由部分对“{}”的请求不予支持，主文却判令给付。", heads()[head].front()),
               fmt::format("The reasoning refuses {}, the operative part orders it.",
                           heads()[head].front()));
        break;
      }
    }
  }

  // 请求支付工程款87644元及利息: a head with its sum, and the very sum is ordered. Then it does not
  // matter that the rest of the sentence speaks of rates and times.
  bool asks_sum_ordered(string_view wanted, std::size_t head) const {
    const auto start = static_cast<std::size_t>(wanted.data() - view_.text.data());
    for (const Number& number : view_.numbers) {
      if (number.measure != Measure::kMoney || number.span.start < start ||
          number.span.end > start + wanted.size()) {
        continue;
      }
      const string_view before = wanted.substr(0, number.span.start - start);
      const bool named =
          std::any_of(heads()[head].begin(), heads()[head].end(),
                      [&](const std::string& word) { return before.ends_with(word); });
      if (!named || contains(wanted, {"超出", "超过", "部分", "其余", "其他", "差额"})) continue;
      for (const Number& other : view_.numbers) {
        const bool ordered = other.value == number.value &&
                             view_.in(other.span.start, Tag::kDisposition) &&
                             view_.this_level(other.span.start);
        if (ordered) return true;
      }
    }
    return false;
  }

  // The item orders the head, with the same qualifier (延时加班工资 is not 节假日加班工资), and
  // does not exclude it.
  static bool orders(string_view item, std::size_t head, string_view wanted) {
    static constexpr std::array<string_view, 24> kPlain{
        "支付", "赔偿", "给付", "偿还", "返还", "承担", "主张", "要求",
        "请求", "退还", "归还", "的",   "、",   "及",   "和",   "与",
        "元",   "其",   "付",   "还",   "逾期", "原告", "被告", "诉请"};
    for (const std::string& word : heads()[head]) {
      const std::size_t at = item.find(word);
      if (at == item.npos) continue;
      const std::size_t lead = std::min<std::size_t>(at, 15);
      if (contains(item.substr(at - lead, lead), {"不得", "不再", "不计", "不含"})) return false;
      for (const std::string& asked : heads()[head]) {
        const std::size_t place = wanted.rfind(asked);
        if (place == wanted.npos) continue;
        const string_view before = wanted.substr(0, place);
        const bool plain =
            before.empty() || std::any_of(kPlain.begin(), kPlain.end(),
                                          [&](string_view each) { return before.ends_with(each); });
        if (plain) return true;
        const std::size_t qualifier =
            previous_code_point(before, previous_code_point(before, place));
        return item.find(wanted.substr(qualifier, place - qualifier)) != item.npos;
      }
      return true;
    }
    return false;
  }

  // When the wish names amounts, one of them must be what is ordered; a wish for a time of its own
  // is narrower than its head.
  bool same_amount(string_view wanted, Span item) const {
    const auto start = static_cast<std::size_t>(wanted.data() - view_.text.data());
    const std::size_t end = start + wanted.size();
    for (const Date& date : view_.dates) {
      if (date.span.start >= start && date.span.end <= end) return false;
    }
    bool named = false;
    for (const Number& number : view_.numbers) {
      if (number.measure != Measure::kMoney || number.span.start < start || number.span.end > end)
        continue;
      named = true;
      for (const Number& other : view_.numbers) {
        if (other.span.start >= item.start && other.span.end <= item.end &&
            other.value == number.value)
          return true;
      }
    }
    return !named;
  }

  // Whether the order deals with a supported head under another word.
  static bool covers(string_view ordered, string_view head) {
    if (head == "优先受偿权")
      return contains(ordered, {"抵押", "质押", "拍卖", "折价", "变卖", "优先", "留置"});
    if (head == "连带责任")
      return contains(ordered, {"连带", "共同", "保证", "担保", "均", "互负"});
    return contains(ordered,
                    {"损失", "合计", "共计", "各项", "费用", "款项", "解除", "欠款", "本息"});
  }

  void supported_but_silent() {
    if (!orders_) return;
    for (const Sentence& sentence : sentences_) {
      if (sentence.stand != Stand::kSupport || !sentence.of_claim) continue;
      const string_view wanted = wish(sentence.words);
      if (wanted.empty() || narrows(wanted)) continue;
      const std::vector<std::size_t> named = heads_in(wanted);
      // One head and a definite one: a sum of many is ordered as 各项损失.
      if (named.size() != 1 || names(ordered_, named.front())) continue;
      if (covers(ordered_, heads()[named.front()].front())) continue;
      if (said_elsewhere(named.front(), sentence, {Stand::kRefuse, Stand::kPart})) continue;
      if (amount_ordered(sentence)) continue;
      report(
          sentence.span, items_.back(),
          fmt::format("理由部分支持“{}”的请求，主文却未作处理。", heads()[named.front()].front()),
          fmt::format("The reasoning supports {}, the operative part is silent on it.",
                      heads()[named.front()].front()),
          "dropped_claim");
    }
  }

  // 原告的请求符合法律规定，本院不予支持: the ground says one thing, the verdict right behind it
  // the other.
  void ground_against_verdict() {
    static const RE2 refused_with_ground(
        "((?:[^不未非]符合[^，,。；]{0,30}(?:规定|约定|情理)|(?:合法|于法|确)有据|"
        "[^没未所无占享](?:具有|有)[^，,。；没无不缺欠占享]{0,12}(?:依据|根据)|"
        "[^不未非](?:理由(?:正当|成立|充分)|依据充分|证据充分|合理合法|合法合理|理据充足)))"
        "[，,](?:故|因此|对此)?[，,]?(本院(?:依法)?不予支持)");
    static const RE2 supported_without_ground(
        "((?:没有|并无|无|缺乏)[^，,。；]{0,20}依据|于法无据|证据不足|依据不足)"
        "[，,](?:故|因此|对此)?[，,]?(本院(?:依法)?(?:予以|应予)支持)");
    for (const Sentence& sentence : sentences_) {
      for (const RE2* pattern : {&refused_with_ground, &supported_without_ground}) {
        re2::StringPiece ground;
        re2::StringPiece verdict;
        if (!RE2::PartialMatch({sentence.words.data(), sentence.words.size()}, *pattern, &ground,
                               &verdict)) {
          continue;
        }
        if (contains({ground.data(), ground.size()}, {"虽", "但", "尚", "仅", "违反", "违背"}))
          continue;
        if (reported(sentence.span)) continue;
        const bool refuses = pattern == &refused_with_ground;
        report(span_of(verdict), clause_around(view_.text, span_of(ground)),
               refuses ? "理由部分认为该项请求有依据，紧接着却不予支持。"
                       : "理由部分认为该项请求没有依据，紧接着却予以支持。",
               refuses ? "The claim is said to be well founded and refused in the same breath."
                       : "The claim is said to be unfounded and granted in the same breath.");
      }
    }
  }

  // 工人工资27980元…本院予以支持。…该工人工资27980元…该项诉请…不予支持: one sum, both verdicts.
  void supported_and_refused() {
    for (const Sentence& support : sentences_) {
      if (support.stand != Stand::kSupport || !by_court(support.words) ||
          !contains(support.words, {"原告诉请", "原告请求", "原告要求", "原告主张", "原告诉求"}) ||
          contains(support.words, {"辩", "异议", "鉴定", "追加", "连带", "其中"}) ||
          !contains(support.words.substr(support.words.size() - kVerdict), {"支持"})) {
        continue;
      }
      for (const Sentence& refusal : sentences_) {
        if (refusal.stand != Stand::kRefuse || !contains(refusal.words, {"原告"})) continue;
        if (contains(refusal.words, {"超出", "超过", "部分", "过高", "其余", "其他", "除", "连带",
                                     "但", "抗辩", "重复", "其中"}) ||
            !same_sum(support.span, refusal.span) || reported(refusal.span)) {
          continue;
        }
        report(refusal.span, support.span, "理由部分对同一数额的请求先予支持、又不予支持。",
               "The reasoning both grants and refuses a claim for the same sum.");
        break;
      }
    }
  }

  // 支持 and a stop: 本院支持36800元 grants a part.
  static constexpr std::size_t kVerdict = 9;  // bytes

  bool same_sum(Span a, Span b) const {
    const auto within = [](const Number& number, Span span) {
      return number.measure == Measure::kMoney && number.span.start >= span.start &&
             number.span.end <= span.end;
    };
    return std::any_of(view_.numbers.begin(), view_.numbers.end(), [&](const Number& one) {
      return within(one, a) && one.value >= Exact(100) &&
             std::any_of(view_.numbers.begin(), view_.numbers.end(), [&](const Number& other) {
               return within(other, b) && other.value == one.value;
             });
    });
  }

  Span span_of(const re2::StringPiece& words) const {
    const auto start = static_cast<std::size_t>(words.data() - view_.text.data());
    return {start, start + words.size()};
  }

  bool reported(Span sentence) const {
    return std::any_of(findings_.begin(), findings_.end(), [&](const Finding& each) {
      const auto inside = [&](Span span) {
        return span.start < sentence.end && sentence.start < span.end;
      };
      return inside(each.place) || (each.other && inside(*each.other));
    });
  }

  // 四、驳回原告要求被告支付违约金36000元的诉讼请求: one head, dismissed by name.
  void supported_but_dismissed() {
    if (!orders_) return;
    for (const Span& item : items_) {
      const string_view words = view_.quote(item);
      if (!dismisses(words) || contains(words, {"其他", "其它", "其余", "超出", "部分"})) continue;
      const std::vector<std::size_t> named = heads_in(wish(words));
      if (named.size() != 1 || names(ordered_, named.front())) continue;
      for (const Sentence& sentence : sentences_) {
        const string_view wanted = wish(sentence.words);
        if (sentence.stand != Stand::kSupport || !sentence.of_claim || narrows(wanted)) continue;
        if (heads_in(wanted) != named || !by_court(sentence.words)) continue;
        if (said_elsewhere(named.front(), sentence, {Stand::kRefuse, Stand::kPart})) continue;
        if (spares(wanted, words) || !same_amount(wanted, item)) continue;
        report(
            item, sentence.span,
            fmt::format("理由部分支持“{}”的请求，主文却予以驳回。", heads()[named.front()].front()),
            fmt::format("The reasoning supports {}, the operative part dismisses it.",
                        heads()[named.front()].front()));
        break;
      }
    }
  }

  // The sum itself is ordered, or a larger one that first stands in the operative part and may hold
  // it.
  bool amount_ordered(const Sentence& sentence) const {
    for (const Number& number : view_.numbers) {
      if (number.measure != Measure::kMoney || number.span.start < sentence.span.start ||
          number.span.end > sentence.span.end) {
        continue;
      }
      for (const Number& other : view_.numbers) {
        const bool ordered = std::any_of(items_.begin(), items_.end(), [&](Span item) {
          return other.span.start >= item.start && other.span.end <= item.end;
        });
        if (!ordered || other.value < number.value) continue;
        if (other.value == number.value || first_stands(other)) return true;
      }
    }
    return false;
  }

  bool first_stands(const Number& ordered) const {
    return std::none_of(view_.numbers.begin(), view_.numbers.end(), [&](const Number& each) {
      return each.start < ordered.start && each.value == ordered.value;
    });
  }

  void appeal() {
    const Sentence* founded = nullptr;
    const Sentence* unfounded = nullptr;
    for (const Sentence& sentence : sentences_) {
      if (!contains(sentence.words,
                    {"上诉请求", "上诉理由", "上诉主张", "上诉意见", "再审请求", "再审理由"}))
        continue;
      const bool refused = contains(sentence.words, {"不能成立", "不成立", "不予支持", "应予驳回",
                                                     "缺乏", "不予采纳", "予以驳回", "没有"});
      const bool accepted = contains(sentence.words, {"成立", "予以支持", "应予支持"});
      if (contains(sentence.words, {"部分"})) return;
      if (refused) unfounded = &sentence;
      if (accepted && !refused) founded = &sentence;
    }
    if (appeal_ && items_.size() == 1 && founded != nullptr && unfounded == nullptr) {
      report(*appeal_, founded->span, "理由部分认定上诉请求成立，主文却驳回上诉、维持原判。",
             "The appeal is found to be well founded, but is dismissed.");
    }
    const bool changes = std::any_of(items_.begin(), items_.end(), [&](Span item) {
      return contains(view_.quote(item), {"撤销", "变更"}) &&
             !contains(view_.quote(item), {"维持"});
    });
    if (changes && !appeal_ && founded == nullptr && unfounded != nullptr && affirmed(*unfounded)) {
      report(items_.front(), unfounded->span,
             "理由部分认定上诉请求不能成立、原判应予维持，主文却改变了原判。",
             "The appeal is found to be unfounded, but the judgment below is changed.");
    }
  }

  // 原判应予维持 in the sentence or the one behind it.
  bool affirmed(const Sentence& sentence) const {
    const std::size_t index = static_cast<std::size_t>(&sentence - sentences_.data());
    for (std::size_t i = index; i < sentences_.size() && i < index + 2; ++i) {
      if (contains(sentences_[i].words, {"应予维持", "予以维持", "应当维持"})) return true;
    }
    return false;
  }

  void report(Span place, Span other, std::string chinese, std::string english,
              string_view kind = "outcome") {
    findings_.push_back(finding(kind, "checks/outcome", trimmed(place), trimmed(other),
                                view_.chinese() ? std::move(chinese) : std::move(english)));
  }

  Span trimmed(Span span) const {
    while (span.end > span.start &&
           (view_.text[span.end - 1] == '\n' || view_.text[span.end - 1] == ' '))
      --span.end;
    while (span.start < span.end &&
           (view_.text[span.start] == '\n' || view_.text[span.start] == ' '))
      ++span.start;
    return span;
  }

  const CaseView& view_;
  std::vector<Span> items_;
  std::vector<Sentence> sentences_;
  std::optional<Span> appeal_;
  bool orders_ = false;
  std::string ordered_;  // the words of all items that order something
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_outcome(const CaseView& view) {
  return Outcome(view).run();
}

}  // namespace proviso::tasks

// What it costs to look for contradictions in a judgment without the model: reading the text,
// structure, segments, the mentions and each check, one JSON row a figure, in processor
// milliseconds for 5,000 characters.
//
//   findings_bench [FOLDER [ROUNDS]]     all *.txt of FOLDER instead of an invented judgment
//
// The invented one is a suit over deliveries with some fifty amounts and as many dates. What is
// printed on standard error as well is a table, the dearest first.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "ingest/text/plain.h"
#include "segmenter/segmenter.h"
#include "tasks/checks/checks.h"

namespace {

using namespace proviso;
namespace fs = std::filesystem;

constexpr double kCharacters = 5000;

double processor_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

std::string bytes_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string invented() {
  std::string text =
      "江州市临江区人民法院\n民 事 判 决 书\n（2023）江0106民初1234号\n"
      "原告：江州恒通建材有限公司，住所地江州市临江区港务路18号。\n法定代表人：何某，该公司总经理。"
      "\n"
      "被告：江州远达建设有限公司，住所地江州市临江区滨河路102号。\n法定代表人：石某，该公司董事长"
      "。\n"
      "原告江州恒通建材有限公司与被告江州远达建设有限公司买卖合同纠纷一案，本院于2023年2月6日立案后"
      "，"
      "依法适用普通程序，公开开庭进行了审理。本案现已审理终结。\n"
      "原告江州恒通建材有限公司向本院提出诉讼请求：1.判令被告支付货款及逾期付款利息；2."
      "判令被告承担诉讼费用。\n"
      "被告江州远达建设有限公司辩称，对供货的事实没有异议，但部分货物质量不合格，应当扣减相应货款。"
      "\n"
      "经审理查明：2021年1月5日，原、被告签订《建材买卖合同》，约定由原告向被告承建的滨江花园项目供"
      "应钢材和水泥，"
      "货款按月结算，逾期付款按年利率6%支付利息。\n";
  long total = 0, paid = 0;
  for (int i = 0; i < 24; ++i) {
    const long price = 41230 + 3517L * i % 20000, part = i % 3 == 0 ? 20000 : 0;
    total += price;
    paid += part;
    text += fmt::format(
        "{}年{}月{}日，原告按照被告项目部的书面通知将第{}"
        "批钢材运至施工现场，由项目部材料员清点后在送货单上签字，"
        "该批货物的价款为{}元，项目部未就数量、规格和外观提出异议。",
        2021 + i / 12, 1 + i % 12, 3 + i, i + 1, price);
    if (part > 0) text += fmt::format("次月，被告通过银行转账向原告支付{}元。", part);
    if (i % 4 == 3) text += "\n";
  }
  for (int i = 0; code_points(text) < 4300; ++i) {
    text += fmt::format(
        "庭审中，原告为证明其主张提交了第{}组证据，包括双方往来函件、对账单和证人证言，"
        "被告对其真实性予以认可，但认为与本案缺乏关联，本院经审查认为该组证据与待证事实有关，予以采"
        "信。\n",
        i + 1);
  }
  return text + fmt::format(
                    "本院认为，双方签订的买卖合同是真实意思表示，合法有效。原告依约供应了价款合计{"
                    "0}元的货物，"
                    "被告已支付{1}元，尚欠{2}"
                    "元。被告未按约定支付货款，应当承担继续履行并支付利息的责任。被告关于质量"
                    "不合格的抗辩没有证据支持，本院不予采纳。依照《中华人民共和国民法典》第五百零九"
                    "条、第五百七十九条、"
                    "第六百二十六条，《中华人民共和国民事诉讼法》第六十七条规定，判决如下：\n"
                    "一、被告江州远达建设有限公司于本判决生效之日起十日内向原告江州恒通建材有限公司"
                    "支付货款{2}元；\n"
                    "二、被告江州远达建设有限公司于本判决生效之日起十日内向原告江州恒通建材有限公司"
                    "支付利息（以{2}元为基数，"
                    "自2023年2月6日起按年利率6%"
                    "计算至实际付清之日止）；\n三、驳回原告江州恒通建材有限公司的其他诉讼请求。\n"
                    "如果未按本判决指定的期间履行给付金钱义务，应当依照《中华人民共和国民事诉讼法》"
                    "第二百六十条规定，"
                    "加倍支付迟延履行期间的债务利息。\n如不服本判决，可以在判决书送达之日起十五日内"
                    "，向本院递交上诉状，"
                    "上诉于江州市中级人民法院。\n审判员 范某\n二〇二三年六月三十日\n书记员 俞某\n",
                    total, paid, total - paid);
}

void run(const std::vector<std::string>& texts, int rounds) {
  const auto tokenizer =
      segmenter::Tokenizer::load(fs::path(PROVISO_SOURCE_DIR) / "samples/model/tokenizer.model");
  std::vector<std::map<std::string, double>> spent(static_cast<std::size_t>(rounds));
  double characters = 0;
  // The first round warms caches and tables that are built once.
  for (int round = -1; round < rounds; ++round) {
    std::map<std::string, double> stages;
    characters = 0;
    for (const std::string& bytes : texts) {
      double last = processor_ms();
      const auto lap = [&](const std::string& stage) {
        const double now = processor_ms();
        stages[stage] += now - last;
        stages["all"] += now - last;
        last = processor_ms();
      };
      const ingest::Document document = ingest::read_plain(bytes);
      lap("read");
      const segmenter::Structure structure = segmenter::read_structure(document.text);
      lap("structure");
      const auto segments = segmenter::make_segments(document.text, structure, tokenizer);
      lap("segments");
      tasks::run_checks(document.text, structure, [&](std::string_view check) {
        lap(check.empty() ? "mentions" : std::string(check));
      });
      lap("order");
      characters += static_cast<double>(code_points(document.text));
    }
    if (round < 0) continue;
    for (auto& [stage, ms] : stages)
      spent[static_cast<std::size_t>(round)][stage] = ms * kCharacters / characters;
  }
  std::vector<std::pair<double, std::string>> table;
  for (const auto& [stage, unused] : spent.front()) {
    std::vector<double> values;
    for (const auto& round : spent) values.push_back(round.at(stage));
    std::sort(values.begin(), values.end());
    const double median = values[values.size() / 2];
    const double spread = values[values.size() * 3 / 4] - values[values.size() / 4];
    fmt::print(
        "{{\"name\":\"findings/5000 "
        "characters/{}\",\"unit\":\"ms\",\"median\":{:.4f},\"spread\":{:.4f},"
        "\"runs\":{},\"threads\":1}}\n",
        stage, median, spread, rounds);
    table.emplace_back(median, stage);
  }
  std::sort(table.rbegin(), table.rend());
  for (const auto& [ms, stage] : table) fmt::print(stderr, "{:>9.3f} ms  {}\n", ms, stage);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> texts;
  if (argc > 1) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(argv[1])) {
      if (entry.path().extension() == ".txt") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) texts.push_back(bytes_of(file));
  } else {
    texts.push_back(invented());
  }
  if (texts.empty()) {
    fmt::print(stderr, "findings_bench: no *.txt in {}\n", argv[1]);
    return 2;
  }
  run(texts, argc > 2 ? std::atoi(argv[2]) : 9);
}

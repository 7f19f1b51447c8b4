// PROOF.md and the code agree: every lemma that the code names is there, and every lemma is named.
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "check.hpp"

using namespace route_opt::test;

namespace {

std::string read(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

std::set<int> numbers(const std::string& text, const char* pattern) {
    std::set<int> found;
    const std::regex regex(pattern);
    for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it) {
        found.insert(std::stoi((*it)[1]));
    }
    return found;
}

}  // namespace

int main() {
    const std::filesystem::path root = ROUTE_OPT_SOURCE_DIR;
    const std::set<int> proved = numbers(read(root / "PROOF.md"), R"(\*\*Lemma (\d+) \()");
    std::set<int> named;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "src")) {
        if (!entry.is_regular_file()) continue;
        for (const int lemma : numbers(read(entry.path()), R"(Lemma (\d+))")) {
            named.insert(lemma);
            CHECK_NOTE(proved.contains(lemma),
                       entry.path().filename().string() + " names Lemma " + std::to_string(lemma));
        }
    }
    CHECK(!proved.empty() && *proved.rbegin() == static_cast<int>(proved.size()));
    for (const int lemma : proved) {
        CHECK_NOTE(named.contains(lemma), "no code names Lemma " + std::to_string(lemma));
    }
    return summary();
}

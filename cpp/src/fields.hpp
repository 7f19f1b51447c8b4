// A problem that is set field by field, by name, as the C interface takes it. What was refused is
// remembered: a problem that lacks something somebody meant to say is not asked about.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "route_opt/instance.hpp"

namespace route_opt {

enum class Form : std::uint8_t { number, truth, numbers, truths, pairs, sets };

struct Field {
    std::string_view name;
    Form form;
};

inline constexpr std::array fields{
    Field{"stops.value", Form::numbers},
    Field{"stops.end_extra", Form::numbers},
    Field{"stops.pair_value", Form::numbers},
    Field{"stops.end_class", Form::numbers},
    Field{"stops.group", Form::numbers},
    Field{"stops.goods", Form::numbers},
    Field{"stops.own", Form::truths},
    Field{"stops.end_only", Form::truths},
    Field{"stops.buyer", Form::truths},
    Field{"stops.room", Form::truths},
    Field{"stops.minor", Form::truths},
    Field{"stops.tariffs", Form::numbers},
    Field{"track.pieces", Form::pairs},
    Field{"track.sides", Form::number},
    Field{"trains.visits", Form::numbers},
    Field{"trains.counts", Form::numbers},
    Field{"trains.major_visits", Form::numbers},
    Field{"trains.major_counts", Form::numbers},
    Field{"trains.minor_visits", Form::numbers},
    Field{"trains.minor_counts", Form::numbers},
    Field{"trains.tariff", Form::numbers},
    Field{"terms.forbidden_ends", Form::pairs},
    Field{"terms.bonus_ends", Form::pairs},
    Field{"terms.required_ends", Form::pairs},
    Field{"terms.sets", Form::sets},
    Field{"terms.visit_bonus", Form::number},
    Field{"terms.good_value", Form::number},
    Field{"terms.extra_good", Form::truth},
};

// Why a field that was given is not there. It takes no memory to keep it.
struct Refusal {
    enum class Why : std::uint8_t { unread, memory, count, values, one, truth, pairs, cut_short };

    Why why;
    std::int64_t number = 0;  // the value, or how many there are
    std::int64_t place = -1;  // of the entry, if it is one that is wrong

    [[nodiscard]] std::string words(std::string_view name) const;
};

class Fields {
public:
    // False: there is no such field, or the values have not the form of it. What the field was
    // before is gone, and it counts as refused until it is set again. A name may be null.
    bool set(const char* name, const std::int32_t* values, std::int64_t count);
    // Notes a field that could not be read; false if there is no such field.
    bool skip(const char* name);

    // Everything that is wrong, a sentence each; of what hangs on a refused field nothing is said.
    [[nodiscard]] std::vector<std::string> problems() const;
    // Throws std::invalid_argument if anything was refused.
    [[nodiscard]] Instance instance() const;

private:
    std::optional<std::size_t> find(const char* name);
    [[nodiscard]] std::vector<std::string> refusals() const;

    std::map<std::string_view, std::vector<std::int32_t>> arrays_;
    std::array<std::optional<Refusal>, fields.size()> refused_;
    std::set<std::string> strangers_;  // names given that no field has
    bool lost_ = false;                // one more, and there was no memory for it
};

}  // namespace route_opt

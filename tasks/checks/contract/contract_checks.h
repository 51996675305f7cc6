// The checks of contracts. Each reads one contract and tells where it contradicts itself; a
// contract in which nothing disagrees gives nothing. Pure, deterministic.
#pragma once

#include <vector>

#include "tasks/checks/contract/contract_view.h"

namespace proviso::tasks::contract {

// cross_reference.cc, kind "cross_reference": a clause beyond the last of an unbroken count of
// clauses (Section 43.2 where there are twenty, 3.9 where 3.1 to 3.4), or a schedule that is not
// there though others of its sort are. Not in amendments. `other`: the last one there is.
std::vector<Finding> check_cross_reference(const ContractView& contract);

// annexes.cc, kinds "cross_reference" and "sum": how many schedules a contract says that it has, a
// list of them that goes beyond the last, their titles exchanged, and a counterpart for each of
// another number of parties. Not in amendments.
std::vector<Finding> check_annexes(const ContractView& contract);

// clause_numbering.cc, kind "numbering": one number skipped or given twice in a count of clauses
// that is unbroken otherwise.
std::vector<Finding> check_clause_numbering(const ContractView& contract);

// written_twice.cc: a number in words and again in figures with another value, thirty (60) days,
// 三十（60）日: kind "term" for lengths of time, "capital_figure" for money, "share" for
// percentages, "amount" for other counts.
std::vector<Finding> check_written_twice(const ContractView& contract);

// blank.cc, kind "blank": ____, [●], 【 】, TBD, 年 月 日 left open in a body that is filled
// otherwise; a form with many blanks is silent.
std::vector<Finding> check_blank(const ContractView& contract);

// defined_term.cc, kind "defined_term": a term used as a defined one though none is defined by that
// name, and one defined twice in different words.
std::vector<Finding> check_defined_term(const ContractView& contract);

// named_figure.cc, kinds "amount" and "term": the same named amount or period with two figures.
std::vector<Finding> check_named_figure(const ContractView& contract);

// named_time.cc, kinds "term" and "date": a named day or period that a schedule gives otherwise
// ("Completion Date: 30 June" where the clauses have 30 April), and a sentence that names a clause
// and gives its period of notice otherwise. Not in amendments.
std::vector<Finding> check_named_time(const ContractView& contract);

// matters.cc, kinds "term" and "share": two clauses that rule one matter without a name otherwise:
// how long an invoice may stand open, notice of an end at will, not competing, not soliciting,
// secrecy, warranty, return of the deposit, interest on late payments; in Chinese also 到场, 修复,
// 变更登记 and 逾期违约金. Not in amendments.
std::vector<Finding> check_same_matter(const ContractView& contract);

// particulars.cc, kinds "term", "amount", "share": a row of a schedule ("Rent-free period: three
// months", 试用期：六个月) whose words stand together in a clause with another value. Silent where
// one clause agrees with the row. Not in amendments.
std::vector<Finding> check_particulars(const ContractView& contract);

// arithmetic.cc, kinds "sum" and "share": what the contract calculates itself, ten percent of the
// price, that is $5,000; instalments and tables beside their total, prices by quantity, taxes, rent
// by the month, copies (一式四份). Silent where some sum of the contract makes the figure right.
std::vector<Finding> check_arithmetic(const ContractView& contract);
// bound_value.cc, kinds "amount", "term" and "share": a name of the contract, defined or not, that
// is bound to two values of one sort: an initial term of twenty-four months where the "Initial
// Term" means thirty-six. Silent where check_named_figure tells it.
std::vector<Finding> check_bound_value(const ContractView& contract);

// opposed.cc, kind "semantic": two clauses that exclude each other: a right and its prohibition (to
// assign or sublet without consent, to terminate at any time), one duty or cost of two parties,
// joint and simple guarantee, interest and none, taxes in the price and beside it, exclusive and
// not. Only without a condition or an exception that links them.
std::vector<Finding> check_opposed(const ContractView& contract);

// counted_goods.cc, kind "amount": how many of a thing a clause of a Chinese contract has and how
// many the row of its schedule. `other`: the row.
std::vector<Finding> check_counted_goods(const ContractView& contract);

// signing_day.cc, kind "date": the day on which a Chinese contract was signed, and another where
// its title is named with one (于…签订的《房屋租赁合同》).
std::vector<Finding> check_signing_day(const ContractView& contract);

// same_words.cc, kinds "amount", "term", "share": two sentences, far
// from each other, word for word alike but for one figure.
std::vector<Finding> check_same_words(const ContractView& contract);

// contract_dates.cc, kind "date": a start, a length and an end that do not fit together, the date
// of the contract told twice differently, a day that the calendar lacks; kind "date_order": an end
// before its start.
std::vector<Finding> check_contract_dates(const ContractView& contract);

// contract_party.cc, kind "party": a party's name written otherwise in the signatures, notices or
// clauses than at the head, and sides exchanged.
std::vector<Finding> check_contract_party(const ContractView& contract);

// contract_duty.cc, kind "role": a party that owes to itself, and one that pays what it is to be
// paid (the Landlord shall pay the Rent).
std::vector<Finding> check_contract_duty(const ContractView& contract);

// governing_law.cc, kind "governing_law": two laws govern, or two places of jurisdiction,
// or a court and an arbitral tribunal both decide everything.
std::vector<Finding> check_governing_law(const ContractView& contract);

}  // namespace proviso::tasks::contract

#include "model/crew.h"

namespace proviso::model {
namespace {

constexpr int kSpins = 2000;  // a few dozen microseconds

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// Returns when `value` is no longer `old`: soon it spins, then it sleeps.
void await_change(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
  for (int i = 0; i < kSpins; ++i) {
    if (value.load(std::memory_order_acquire) != old) return;
    pause();
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace

Crew::Crew(int size) : size_(size) {
  for (int member = 1; member < size; ++member)
    threads_.emplace_back([this, member] { serve(member); });
}

Crew::~Crew() {
  over_ = true;
  run_.fetch_add(1, std::memory_order_release);
  run_.notify_all();
}

void Crew::run(const std::function<void(int)>& work) {
  if (size_ == 1) {
    work(0);
    return;
  }
  work_ = &work;
  run_.fetch_add(1, std::memory_order_release);
  run_.notify_all();
  work(0);
  meet();
}

void Crew::serve(int member) {
  std::uint32_t seen = 0;
  while (true) {
    await_change(run_, seen);
    ++seen;
    if (over_) return;
    (*work_)(member);
    meet();
  }
}

void Crew::meet() {
  if (size_ == 1) return;
  const std::uint32_t round = round_.load(std::memory_order_acquire);
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == size_) {
    arrived_.store(0, std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  } else {
    await_change(round_, round);
  }
}

}  // namespace proviso::model

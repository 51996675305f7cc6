// Threads that work through many short steps together, for work too short for a thread pool's
// start: a token's pass is some thirty steps of a few microseconds. Internal to model/.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace proviso::model {

class Crew {
 public:
  // size ≥ 1 members: the caller and size − 1 threads of our own, asleep between runs.
  explicit Crew(int size);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew();

  int size() const { return size_; }

  // Runs work(member) on every member, 0 being the caller, and returns when all are done. The work
  // must not throw.
  void run(const std::function<void(int)>& work);

  // Within run(): waits until every member has come here. Each must call it equally often.
  void meet();

  // The member's share of [0, count).
  struct Share {
    std::int64_t begin, end;
  };
  Share share(int member, std::int64_t count) const {
    return {count * member / size_, count * (member + 1) / size_};
  }

 private:
  void serve(int member);

  int size_;
  const std::function<void(int)>* work_ = nullptr;
  std::atomic<std::uint32_t> run_{0}, round_{0};
  std::atomic<int> arrived_{0};
  std::atomic<bool> over_{false};
  std::vector<std::jthread> threads_;
};

}  // namespace proviso::model

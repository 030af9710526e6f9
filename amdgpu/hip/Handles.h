#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

namespace assay::amdhip {

/// The objects of one kind that a program holds by opaque pointers: a pointer that is none of them
/// is told from one that is, and an object that work in flight still needs outlives its handle.
template <class T, class Handle> class Handles {
public:
  Handle add(std::shared_ptr<T> object) {
    std::lock_guard lock(mutex);
    auto handle = reinterpret_cast<Handle>(object.get());
    objects.emplace(handle, std::move(object));
    return handle;
  }
  /// Null if there is none.
  std::shared_ptr<T> find(Handle handle) const {
    std::lock_guard lock(mutex);
    auto found = objects.find(handle);
    return found == objects.end() ? nullptr : found->second;
  }
  std::shared_ptr<T> remove(Handle handle) {
    std::lock_guard lock(mutex);
    auto found = objects.find(handle);
    if (found == objects.end())
      return nullptr;
    std::shared_ptr<T> object = std::move(found->second);
    objects.erase(found);
    return object;
  }
  template <class Function> void forEach(Function function) const {
    std::unordered_map<Handle, std::shared_ptr<T>> copy;
    {
      std::lock_guard lock(mutex);
      copy = objects;
    }
    for (auto &[handle, object] : copy)
      function(object);
  }
  void clear() {
    std::unordered_map<Handle, std::shared_ptr<T>> gone;
    std::lock_guard lock(mutex);
    gone.swap(objects);
  }

private:
  mutable std::mutex mutex;
  std::unordered_map<Handle, std::shared_ptr<T>> objects;
};

} // namespace assay::amdhip

/** Caches the results of a function by key, for at most `most` keys; then forgets all of them. */
export function remembered<K, V>(most: number, work: (of: K) => V): (of: K) => V {
  const known = new Map<K, V>();
  return keeping(known, (of) => {
    const found = work(of);
    if (known.size >= most) known.clear();
    return found;
  });
}

/** Caches the results of a function by object, as long as the object exists. */
export function oncePer<K extends object, V>(work: (of: K) => V): (of: K) => V {
  return keeping(new WeakMap<K, V>(), work);
}

interface Store<K, V> {
  get(key: K): V | undefined;
  has(key: K): boolean;
  set(key: K, value: V): unknown;
}

function keeping<K, V>(known: Store<K, V>, work: (of: K) => V): (of: K) => V {
  return (of) => {
    let found = known.get(of);
    if (found === undefined && !known.has(of)) {
      found = work(of);
      known.set(of, found);
    }
    return found as V;
  };
}

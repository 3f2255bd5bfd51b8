/**
 * The same function, that works out what it gives of a key only once, as long as there are no more than `most` keys: then it
 * forgets all of them.
 */
export function remembered<K, V>(most: number, work: (of: K) => V): (of: K) => V {
  const known = new Map<K, V>();
  return (of) => {
    let found = known.get(of);
    if (found === undefined && !known.has(of)) {
      found = work(of);
      if (known.size >= most) known.clear();
      known.set(of, found);
    }
    return found as V;
  };
}

/** The same function, that works out what it gives of an object only once, as long as the object is there. */
export function oncePer<K extends object, V>(work: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>();
  return (of) => {
    let found = known.get(of);
    if (found === undefined && !known.has(of)) {
      found = work(of);
      known.set(of, found);
    }
    return found as V;
  };
}

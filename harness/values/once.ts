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

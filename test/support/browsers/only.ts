/** Returns an object with only these members. Any other member throws an error, so new uses of Electron are noticed. */
export function only<T extends object>(name: string, members: T): T {
  const knows = (key: string | symbol) => typeof key === 'symbol' || key in members;
  return new Proxy(members, {
    get(target, key) {
      if (!knows(key)) throw new Error(`The substitute for Electron has no ${name}.${String(key)}`);
      return Reflect.get(target, key);
    },
  });
}

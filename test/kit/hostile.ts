/** A proxy that throws `problem` whatever is done to it. */
export function hostile(problem: unknown = new Error("keep out"), target: object = {}): object {
  const refuse = () => {
    throw problem;
  };
  return new Proxy(target, { get: refuse, has: refuse, ownKeys: refuse, getPrototypeOf: refuse, getOwnPropertyDescriptor: refuse });
}

/** A proxy of which nothing can be read any more, not even what it is. */
export function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

export interface Gate {
  /** Resolves once the gate is open. */
  opened: Promise<void>;
  open(): void;
}

/** Holds a part of a test until another part has come to its place. */
export function createGate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

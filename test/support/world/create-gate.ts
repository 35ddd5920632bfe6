export interface Gate {
  /** Resolves when the gate is open. */
  opened: Promise<void>;
  open(): void;
}

/** Returns a gate that holds a part of a test until another part opens it. */
export function createGate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

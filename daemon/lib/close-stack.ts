type Close = () => void | Promise<void>;

export interface CloseStack {
  /** Adds a function that runs before all functions added earlier. */
  add(close: Close): void;
  /** Runs all functions, the newest first, even if some fail. All callers wait for the same run. */
  close(): Promise<void>;
}

/** Creates a stack of a program's close functions. @param onFault receives the errors of those that fail */
export function createCloseStack(onFault: (error: unknown) => void): CloseStack {
  const opened: Close[] = [];
  let closing: Promise<void> | undefined;
  const closeAll = async () => {
    for (let close = opened.pop(); close; close = opened.pop()) {
      try {
        await close();
      } catch (error) {
        onFault(error);
      }
    }
  };
  return {
    add: (close) => void opened.push(close),
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}

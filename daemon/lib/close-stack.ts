type Close = () => void | Promise<void>;

export interface CloseStack {
  /** Adds what is to be closed before all that was added earlier. */
  add(close: Close): void;
  /** Closes all of it, the newest first, each also where another fails. Any number of callers wait for the same end. */
  close(): Promise<void>;
}

/** What a program has opened. @param onFault told of what could not be closed */
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

import { type ComponentType, lazy } from 'react';

/** A component that is loaded when it is first shown, by its name in its file. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));

import { type ComponentType, lazy } from 'react';

/** Returns a named component of a file that is loaded when the component is first rendered. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));

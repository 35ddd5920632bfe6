import { Alert, List } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { problemOf } from '../client/ask.ts';
import { texts } from '../texts/texts.ts';

/** Shows why a form was not saved. It appears next to the pressed button and takes the focus. */
export function FormProblem({ error }: { error: unknown }) {
  const box = useRef<HTMLDivElement>(null);
  // Each refusal takes the focus, even if its text has not changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run for a new error
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  if (!error) return null;
  const { detail, errors = [] } = problemOf(error);
  return (
    <Alert ref={box} tabIndex={-1} color="red" variant="light" role="alert" title={detail}>
      {errors.length > 0 && (
        <List size="sm">
          {errors.map((fault) => (
            <List.Item key={`${fault.pointer} ${fault.detail}`}>
              {nameOf(fault.pointer)}: {texts.problems.sayOfField(fault)}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

/** Makes a pointer such as "#/rewards_json" readable. */
const nameOf = (pointer: string) => pointer.replace(/^#?\//, '').replace(/[_/]/g, ' ');

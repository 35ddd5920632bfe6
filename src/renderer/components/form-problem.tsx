import { Alert, List } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { problemOf } from '../lib/ask.ts';

/** Why a form was not saved. It stands beside the button that was pressed, and takes the focus there. */
export function FormProblem({ error }: { error: unknown }) {
  const box = useRef<HTMLDivElement>(null);
  // Each refusal is an error of its own, also where it reads the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new error is what it waits for
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
          {errors.map(({ pointer, detail: fault }) => (
            <List.Item key={`${pointer} ${fault}`}>
              {nameOf(pointer)}: {fault}
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

/** "#/rewards_json" as one would say it. */
const nameOf = (pointer: string) => pointer.replace(/^#?\//, '').replace(/[_/]/g, ' ');

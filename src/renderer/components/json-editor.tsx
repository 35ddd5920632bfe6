import { Button, Group, Input, Text } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { findRewardsFault, type JsonFault } from '../client/json-fault.ts';
import { formatJson, isEmptyList, NO_REWARDS } from '../lib/json-format.ts';
import { rewards as t } from '../texts/rewards.ts';
import { IconCheck } from './icons.tsx';
import classes from './json-editor.module.css';

interface JsonEditorProps {
  label: string;
  description: string;
  value: string;
  onChange: (value: string) => void;
  readOnly?: boolean;
  /** The height in lines. */
  height?: number;
  /** Elements next to the button that formats the text. */
  actions?: ReactNode;
}

const LINE_PX = 20;
const PADDING_PX = 24;

/**
 * Checks JSON while the user types, and shows the position of a fault. The text stays as typed unless the user formats
 * it.
 */
export function JsonEditor(props: JsonEditorProps) {
  const { label, description, value, onChange, readOnly = false, height = 12, actions } = props;
  const id = useId();
  const gutter = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  // An empty list appears only as the placeholder, because users would have to delete a real `[]` before they type.
  const [isTyped, setTyped] = useState(false);
  const fault = findRewardsFault(value);
  const lines = value.split('\n').length;
  const format = () => onChange(formatJson(value));
  const goToFault = () => {
    if (!fault || !area.current) return;
    area.current.focus();
    const offset = offsetOf(value, fault);
    area.current.setSelectionRange(offset, Math.min(offset + 1, value.length));
  };
  return (
    <Input.Wrapper label={label} description={description} labelProps={{ htmlFor: id }}>
      <div
        className={classes.frame}
        style={{ height: height * LINE_PX + PADDING_PX }}
        data-fault={fault !== null || undefined}
      >
        <div ref={gutter} className={classes.gutter} aria-hidden>
          {Array.from({ length: lines }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity except its number
            <div key={index} data-fault={fault?.line === index + 1 || undefined}>
              {index + 1}
            </div>
          ))}
        </div>
        <textarea
          ref={area}
          id={id}
          className={classes.area}
          value={value === NO_REWARDS && !isTyped ? '' : value}
          placeholder={NO_REWARDS}
          readOnly={readOnly}
          onChange={({ currentTarget: { value: text } }) => {
            setTyped(text !== '');
            onChange(text || NO_REWARDS);
          }}
          onScroll={(event) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          aria-invalid={fault !== null}
          aria-describedby={`${id}-state`}
        />
      </div>
      <Group justify="space-between" mt={6} mih={30} wrap="nowrap" align="flex-start">
        <div id={`${id}-state`} aria-live="polite">
          {fault ? <FaultNote fault={fault} onGo={goToFault} /> : <FineNote isEmpty={isEmptyList(value)} />}
        </div>
        {!readOnly && (
          <Group gap={4} wrap="nowrap">
            {actions}
            <Button
              variant="subtle"
              size="xs"
              onClick={format}
              disabled={fault !== null || formatJson(value) === value}
            >
              {t.format}
            </Button>
          </Group>
        )}
      </Group>
    </Input.Wrapper>
  );
}

const FineNote = ({ isEmpty }: { isEmpty: boolean }) => (
  <Group gap={6} c={isEmpty ? 'dimmed' : 'teal'} wrap="nowrap">
    <IconCheck size={14} />
    <Text size="sm">{isEmpty ? t.none : t.valid}</Text>
  </Group>
);

function FaultNote({ fault, onGo }: { fault: JsonFault; onGo: () => void }) {
  return (
    <Text size="sm" c="red">
      <button type="button" className={classes.place} onClick={onGo}>
        {t.place(fault.line, fault.column)}
      </button>
      : {fault.message}
    </Text>
  );
}

const offsetOf = (text: string, { line, column }: JsonFault) =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, part) => sum + part.length + 1, 0) +
  column -
  1;

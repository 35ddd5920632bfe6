import { Tooltip, type TooltipProps } from '@mantine/core';
import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type SyntheticEvent,
  useEffect,
  useId,
  useState,
} from 'react';

const OPEN_AFTER_MS = 300;

interface HintProps extends Pick<TooltipProps, 'label' | 'multiline' | 'maw' | 'style'> {
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/**
 * A tooltip that is created when the pointer or focus first reaches its element, because a list can have a hundred
 * tooltips.
 */
export function Hint({ children, ...tooltip }: HintProps) {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const reach = ({ currentTarget }: SyntheticEvent<HTMLElement>) => setTarget(currentTarget);
  return (
    <>
      {cloneElement(children, { onMouseEnter: reach, onFocus: reach })}
      {target && <Made {...tooltip} target={target} />}
    </>
  );
}

function Made({ target, label, ...tooltip }: Omit<HintProps, 'children'> & { target: HTMLElement }) {
  const id = useId();
  const isOpen = useReached(target);
  useEffect(() => {
    if (!isOpen) return;
    target.setAttribute('aria-describedby', id);
    return () => target.removeAttribute('aria-describedby');
  }, [isOpen, target, id]);
  return <Tooltip {...tooltip} target={target} opened={isOpen} label={<span id={id}>{label}</span>} />;
}

/** Returns whether the pointer rests on an element or the element has the keyboard focus; false after Escape. */
function useReached(target: HTMLElement): boolean {
  const [isReached, setReached] = useState(false);
  useEffect(() => {
    const heard = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const openSoon = () => {
      timer = setTimeout(() => setReached(true), OPEN_AFTER_MS);
    };
    const openForKeys = () => target.matches(':focus-visible') && setReached(true);
    const close = () => {
      clearTimeout(timer);
      setReached(false);
    };
    const listen = (to: HTMLElement | Document, event: string, act: (event: Event) => void) =>
      to.addEventListener(event, act, { signal: heard.signal });
    listen(target, 'mouseenter', openSoon);
    listen(target, 'focus', openForKeys);
    listen(target, 'mouseleave', close);
    listen(target, 'blur', close);
    listen(document, 'keydown', (event) => (event as KeyboardEvent).key === 'Escape' && close());
    // The pointer or the focus reached the element before these listeners were added.
    if (target.matches(':hover')) openSoon();
    openForKeys();
    return () => {
      clearTimeout(timer);
      heard.abort();
    };
  }, [target]);
  return isReached;
}

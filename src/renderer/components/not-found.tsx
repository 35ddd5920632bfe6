import type { ReactNode } from 'react';
import { texts } from '../texts/texts.ts';
import { IconMapOff } from './first-icons.tsx';
import { ButtonLink } from './links.tsx';
import { EmptyState } from './states.tsx';

const t = texts.common.states;

interface NotFoundProps {
  title?: string;
  /** The link back, a `ButtonLink`. */
  back?: ReactNode;
}

export const StartLink = () => (
  <ButtonLink to="/" variant="default">
    {t.toStart}
  </ButtonLink>
);

export const NotFound = ({ title = t.notFound, back = <StartLink /> }: NotFoundProps) => (
  <EmptyState icon={<IconMapOff size={26} />} title={title} isScreen action={back} />
);

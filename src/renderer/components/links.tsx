import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

// Mantine's components as links to screens. The router checks their addresses, parameters and search values.

/** The props of a Mantine component that renders an `a`. */
export type AnchorOf<Own> = Own & Omit<ComponentPropsWithRef<'a'>, keyof Own>;

export const TextLink = createLink((props: AnchorOf<AnchorProps>) => <Anchor {...props} />);

export const ButtonLink = createLink((props: AnchorOf<ButtonProps>) => <Button component="a" {...props} />);

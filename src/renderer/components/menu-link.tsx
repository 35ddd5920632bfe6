import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorOf } from './links.tsx';

/** A menu item that opens a screen. It is in a separate file, because the first screen needs no menu. */
export const MenuLink = createLink((props: AnchorOf<MenuItemProps>) => <Menu.Item component="a" {...props} />);

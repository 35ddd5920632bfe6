import {
  type BadgeProps,
  type ButtonProps,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type TableProps,
  type TooltipProps,
} from '@mantine/core';
import { texts } from '../texts/texts.ts';

const iris: MantineColorsTuple = [
  '#eef0fc',
  '#dcdff5',
  '#b6bceb',
  '#8e97e1',
  '#6c77d8',
  '#5763d3',
  '#4a55c8',
  '#3c46b0',
  '#343d9e',
  '#2a338b',
];
/** A cool, low-contrast scale. In dark mode, shade 7 is the page's background, and shade 6 is a surface on it. */
const dark: MantineColorsTuple = [
  '#d5d8df',
  '#b4b9c4',
  '#8f96a5',
  '#6b7282',
  '#3a404d',
  '#2c313c',
  '#1d2129',
  '#14161b',
  '#101216',
  '#0b0d10',
];

/** Types the defaults of a component. The component's own `extend` would load the component with the first screen. */
const look = <Props>(defaults: { defaultProps: Partial<Props>; styles?: Record<string, object> }) => defaults;

export const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: { light: 6, dark: 5 },
  colors: { iris, dark },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    '"Inter Variable", -apple-system, "Segoe UI Variable", "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, "DejaVu Sans Mono", monospace',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.5rem', lineHeight: '2rem' } } },
  autoContrast: true,
  components: {
    Button: look<ButtonProps>({ defaultProps: { size: 'sm' } }),
    Badge: look<BadgeProps>({
      defaultProps: { variant: 'light', radius: 'sm' },
      styles: { label: { textTransform: 'none' } },
    }),
    Tooltip: look<TooltipProps>({
      defaultProps: { openDelay: 300, withArrow: true, events: { hover: true, focus: true, touch: true } },
    }),
    // Mantine's focus placeholder is an element that is not allowed in a menu, so the first entry gets the focus.
    Menu: look<MenuProps>({ defaultProps: { withInitialFocusPlaceholder: false } }),
    Modal: look<ModalProps>({
      defaultProps: {
        centered: true,
        radius: 'lg',
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.45 },
        closeButtonProps: { 'aria-label': texts.common.close },
      },
      styles: { title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)' } },
    }),
    Table: look<TableProps>({ defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } }),
  },
});

/** Sets what Mantine's theme cannot express: softer tints in dark mode, and readable greys. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5d6472',
    '--mantine-color-teal-light-color': '#06674a',
    '--mantine-color-orange-light-color': '#a13608',
    '--mantine-color-yellow-light-color': '#8a4b00',
    '--mantine-color-teal-text': '#087f5b',
    '--mantine-color-red-text': '#c92a2a',
    '--mantine-color-error': '#c92a2a',
  },
  dark: {
    '--mantine-color-body': '#1d2129',
    '--mantine-color-dimmed': '#9aa1b0',
    '--mantine-color-anchor': '#9fa7e6',
    '--mantine-color-iris-light': 'rgb(108 119 216 / 0.2)',
    '--mantine-color-iris-light-hover': 'rgb(108 119 216 / 0.26)',
    '--mantine-color-iris-light-color': '#c3c9f5',
    '--mantine-color-gray-light': 'rgb(255 255 255 / 0.08)',
    '--mantine-color-gray-light-color': '#c4c9d3',
    '--mantine-color-red-text': '#ff8787',
    '--mantine-color-error': '#ff8787',
  },
});

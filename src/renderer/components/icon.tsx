// Icons of the Portal, with a line width of 2 on a grid of 24. Their paths are copied from Tabler Icons (MIT licence, ©
// Paweł Kuna, https://tabler.io/icons), which is also the source for new ones.
import type { SVGProps } from 'react';

interface IconProps extends SVGProps<SVGSVGElement> {
  /** The size in pixels. */
  size?: number;
}

export type Icon = (props: IconProps) => React.ReactNode;

export const icon =
  (...paths: string[]): Icon =>
  ({ size = 24, ...others }) => (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...others}
    >
      {paths.map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );

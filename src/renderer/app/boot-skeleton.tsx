import { texts } from '../texts/texts.ts';

/** The frame of the page while it loads. index.html contains a copy that is shown until this script runs. */
export const BootSkeleton = () => (
  <div className="boot" role="status" aria-label={texts.common.loading}>
    <div className="boot-menu" />
    <div className="boot-screen">
      <div className="boot-title" />
      <div className="boot-body" />
    </div>
  </div>
);

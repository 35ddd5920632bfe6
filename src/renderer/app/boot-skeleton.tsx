import { texts } from '../texts/texts.ts';

/** The frame of the page while it loads. index.html has the same, for the time before this script is there. */
export const BootSkeleton = () => (
  <div className="boot" role="status" aria-label={texts.common.loading}>
    <div className="boot-menu" />
    <div className="boot-screen">
      <div className="boot-title" />
      <div className="boot-body" />
    </div>
  </div>
);

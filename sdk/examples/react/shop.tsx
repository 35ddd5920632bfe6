import { EVENTS, EventsBaseURL } from 'service-sdk';

// One object for the page. Inside a component, each render would create another one.
const events = new EVENTS('ck_YOUR_CLIENT_KEY', 'my_game', EventsBaseURL.EVENTS_PROD);
// There is no player while the page is rendered on a server.
if (typeof document !== 'undefined') void events.startSession();

export function Shop() {
  const bought = { event_sub_type: 'bought', event_details: { item: 'sword' } };
  const buy = () => events.createEvent([{ event_type: 'shop', event: bought }]);
  return (
    <button type="button" onClick={buy}>
      Buy a sword
    </button>
  );
}

import { scenarios } from '../support/sdk/sdk-scenarios.ts';
import { nothingIsLost, onStage } from '../support/sdk/sdk-suite.ts';

onStage('No SDK event is lost between page and server, and none is stored twice', (stage) => {
  const { cutAnswer, offline } = scenarios;
  nothingIsLost(stage, [offline, cutAnswer]);
});

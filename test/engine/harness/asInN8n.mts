import './noWaits.mts';
import { DataDeduplicationService } from 'n8n-core';
import { endTimers } from './endedTimers.mts';
import { remembered } from './rememberedKeys.mts';

endTimers();
// Every test has n8n's memory, empty, and the real clock. n8n has one memory per process, in which several test files run.
beforeAll(() => DataDeduplicationService.init(remembered));
beforeEach(() => remembered.clearAllProcessedItems());
afterEach(() => jest.restoreAllMocks());
afterAll(() => Reflect.deleteProperty(DataDeduplicationService, 'instance'));

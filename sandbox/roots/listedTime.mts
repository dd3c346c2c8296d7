import { writeTime } from '../israelTime.mts';
import type { World } from '../world.mts';

/** An event's date in a listing: without seconds, as far as known. */
export const listedTime = ({ settings }: World, time: number): string =>
	writeTime(time, settings.dialect.listDates ?? 'minute');

import { writeTime } from '../israelTime.mts';
import type { World } from '../world.mts';

/** The date of an event in a listing, without seconds as far as is known. */
export const listedTime = ({ settings }: World, time: number): string =>
	writeTime(time, settings.dialect.listDates ?? 'minute');

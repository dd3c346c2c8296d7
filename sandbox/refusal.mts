import { REQUEST_STATUSES, type RequestStatus } from './requestStatuses.mts';

/** A refusal by the service: an ordinary reply with a status, never an HTTP error. */
export class Refusal extends Error {
	constructor(
		readonly status: RequestStatus,
		message: string = REQUEST_STATUSES[status],
	) {
		super(message);
		this.name = 'Refusal';
	}
}

/** Status 2 names the field (gateway-api 1). */
export function missing(field: string): Refusal {
	return new Refusal(2, `${REQUEST_STATUSES[2]}: ${field}`);
}

// Assumption: sandboxValues
/** Out-of-range values have no documented status; 998, "unknown error in the request", is a guess. */
export function invalid(what: string): Refusal {
	return new Refusal(998, `${REQUEST_STATUSES[998]}: ${what}`);
}

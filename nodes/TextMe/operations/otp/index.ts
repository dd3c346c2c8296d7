import type { Resource } from '../../operation';
import { send } from './send';
import { verify } from './verify';

export const otp: Resource = { name: 'OTP', value: 'otp', operations: [send, verify] };

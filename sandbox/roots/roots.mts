import { addNumBL } from './addNumBL.mts';
import { addNumCL } from './addNumCL.mts';
import { addSub } from './addSub.mts';
import { balance } from './balance.mts';
import { blacklist } from './blacklist.mts';
import { bulk } from './bulk.mts';
import { cancel } from './cancel.mts';
import { dlr } from './dlr.mts';
import { dlrByDate } from './dlrByDate.mts';
import { editBirthdayCampaign } from './editBirthdayCampaign.mts';
import { getApiToken } from './getApiToken.mts';
import { getBirthdayCampaigns } from './getBirthdayCampaigns.mts';
import { getBlanceSubs } from './getBlanceSubs.mts';
import { getCL } from './getCL.mts';
import { getCLbyID } from './getCLbyID.mts';
import { getVerifiedPhones } from './getVerifiedPhones.mts';
import { incoming } from './incoming.mts';
import { newCL } from './newCL.mts';
import { removeCL } from './removeCL.mts';
import { rmNumBL } from './rmNumBL.mts';
import { rmNumCL } from './rmNumCL.mts';
import type { Root } from './root.mts';
import { sendOtp } from './sendOtp.mts';
import { sms } from './sms.mts';
import { updateAmountSub } from './updateAmountSub.mts';
import { validateOtp } from './validateOtp.mts';
import { verifyPhone } from './verifyPhone.mts';

/** The root element's name chooses the operation (specification, Common request rules). */
export const ROOTS: ReadonlyMap<string, Root> = new Map<string, Root>(
	Object.entries({
		sms,
		bulk,
		send_otp: sendOtp,
		validate_otp: validateOtp,
		cancel,
		get_birthday_campaigns: getBirthdayCampaigns,
		edit_birthday_campaign: editBirthdayCampaign,
		newCL,
		removeCL,
		addNumCL,
		rmNumCL,
		getCL,
		getCLbyID,
		addNumBL,
		rmNumBL,
		blacklist,
		dlr,
		dlrByDate,
		incoming,
		verify_phone: verifyPhone,
		getVerifiedPhones,
		balance,
		addSub,
		updateAmountSub,
		getBlanceSubs,
		getApiToken,
	}),
);

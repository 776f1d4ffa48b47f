// Made from schemas/effects by tests/server/flows/effect-signatures.test.ts, which says how; not to be changed by hand.

/** What each effect is given, answers and may fail with, as its signature says. */
export type EffectSignatures = {
  readonly "accounts.bindWallet": {
    readonly mode: "local";
    readonly input: { readonly address: string };
    readonly output: { readonly address: string; readonly from: string };
    readonly error: "not-proved" | "wallet-open" | "wallet-taken";
  };
  readonly "accounts.changeEmail": {
    readonly mode: "local";
    readonly input: { readonly email: string };
    readonly output: Record<string, never>;
    readonly error: "address-taken" | "not-for-staff" | "same-address";
  };
  readonly "accounts.changePassword": {
    readonly mode: "local";
    readonly input: { readonly password: string; readonly present?: string };
    readonly output: Record<string, never>;
    readonly error: "password-common" | "password-same" | "present-wrong";
  };
  readonly "accounts.changePin": {
    readonly mode: "local";
    readonly input: { readonly pin: string };
    readonly output: Record<string, never>;
    readonly error: "weak-pin";
  };
  readonly "accounts.keepRecoveryCodes": {
    readonly mode: "local";
    readonly input: Record<string, never>;
    readonly output: Record<string, never>;
    readonly error: never;
  };
  readonly "accounts.openRecoveryCodes": {
    readonly mode: "local";
    readonly input: Record<string, never>;
    readonly output: Record<string, never>;
    readonly error: never;
  };
  readonly "accounts.setPin": {
    readonly mode: "local";
    readonly input: { readonly pin: string };
    readonly output: Record<string, never>;
    readonly error: "weak-pin";
  };
  readonly "accounts.signUp": {
    readonly mode: "local";
    readonly input: {
      readonly email: string;
      readonly password: string;
      readonly customerType: "INDIVIDUAL" | "JURISTIC";
      readonly companyName?: string;
      readonly saleCode?: string;
      readonly language?: "th" | "en";
      readonly consents: { readonly privacy: true; readonly terms: true; readonly publicity: true };
    };
    readonly output: { readonly email: string };
    readonly error: "password-common" | "sale-code";
  };
  readonly "accounts.turnOffByRecoveryCode": {
    readonly mode: "local";
    readonly input: { readonly recoveryCode: string };
    readonly output: Record<string, never>;
    readonly error: "code-wrong" | "exhausted";
  };
  readonly "accounts.turnOffTwoFactor": {
    readonly mode: "local";
    readonly input: Record<string, never>;
    readonly output: Record<string, never>;
    readonly error: never;
  };
  readonly "accounts.turnOnTwoFactor": {
    readonly mode: "local";
    readonly input: { readonly code: string };
    readonly output: Record<string, never>;
    readonly error: "code-expired" | "code-wrong" | "two-factor-on";
  };
  readonly "accounts.withdrawConsent": {
    readonly mode: "local";
    readonly input: { readonly purpose: "PUBLICITY" | "BIOMETRICS" };
    readonly output: Record<string, never>;
    readonly error: never;
  };
  readonly "cases.open": {
    readonly mode: "local";
    readonly input: {
      readonly topic: string;
      readonly desk: "support" | "compliance" | "finance" | "operations";
      readonly days: number;
      readonly counting: "BUSINESS" | "CALENDAR";
      readonly deciders?: number;
      readonly answer?: "DECISION" | "LETTER" | "NOTE";
      readonly acknowledgeDays?: number;
      readonly series?: "CAS" | "CMP" | "CON";
      readonly keepYears?: number;
      readonly email?: string;
      readonly phone?: string;
    };
    readonly output: {
      readonly reference: string;
      readonly dueDate: string;
      readonly acknowledgeBy?: string;
    };
    readonly error: never;
  };
  readonly "cases.openByVisitor": {
    readonly mode: "local";
    readonly input: {
      readonly topic: string;
      readonly desk: "support" | "compliance" | "finance" | "operations";
      readonly days: number;
      readonly counting: "BUSINESS" | "CALENDAR";
      readonly deciders?: number;
      readonly answer?: "DECISION" | "LETTER" | "NOTE";
      readonly acknowledgeDays?: number;
      readonly series?: "CAS" | "CMP" | "CON";
      readonly keepYears?: number;
      readonly name?: string;
      readonly email: string;
      readonly phone?: string;
    };
    readonly output: {
      readonly reference: string;
      readonly dueDate: string;
      readonly acknowledgeBy?: string;
    };
    readonly error: never;
  };
  readonly "identity.askNameChange": {
    readonly mode: "local";
    readonly input: {
      readonly topic: string;
      readonly desk: "compliance";
      readonly days: number;
      readonly counting: "BUSINESS" | "CALENDAR";
      readonly nameTitle: "MR" | "MRS" | "MISS" | "OTHER";
      readonly nameTitleOther?: string;
      readonly firstNameTh: string;
      readonly lastNameTh: string;
      readonly firstNameEn: string;
      readonly lastNameEn: string;
      readonly paper: string;
    };
    readonly output: { readonly reference: string; readonly dueDate: string };
    readonly error: never;
  };
  readonly "identity.changeBankAccount": {
    readonly mode: "local";
    readonly input: { readonly bank: string; readonly accountNumber: string; readonly accountName: string };
    readonly output: { readonly reference: string };
    readonly error: "account-open" | "identity-open" | "other-name" | "same-account";
  };
  readonly "identity.changePersonal": {
    readonly mode: "local";
    readonly input: {
      readonly address?: {
        readonly no: string;
        readonly moo?: string;
        readonly building?: string;
        readonly floor?: string;
        readonly roomNo?: string;
        readonly soi?: string;
        readonly road?: string;
        readonly subDistrict: string;
        readonly district: string;
        readonly province: string;
        readonly postalCode: string;
      };
      readonly occupation?: string;
      readonly occupationOther?: string;
      readonly workplace?: string;
      readonly incomeLevel?:
        | "LEVEL1"
        | "LEVEL2"
        | "LEVEL3"
        | "LEVEL4"
        | "LEVEL5"
        | "LEVEL6"
        | "LEVEL7"
        | "LEVEL8"
        | "LEVEL9";
      readonly incomeSources?: readonly string[];
      readonly incomeSourceOther?: string;
    };
    readonly output: Record<string, never>;
    readonly error: never;
  };
  readonly "identity.changePhone": {
    readonly mode: "local";
    readonly input: { readonly phone: string };
    readonly output: { readonly replaced: boolean };
    readonly error: "no-mobile" | "same-phone";
  };
  readonly "identity.checkDocuments": {
    readonly mode: "remote";
    readonly input: { readonly cardFront: string; readonly cardBack: string };
    readonly output: { readonly check: string };
    readonly error: "unavailable" | "unreadable";
  };
  readonly "identity.checkDopa": {
    readonly mode: "remote";
    readonly input: {
      readonly firstName: string;
      readonly lastName: string;
      readonly birthDate: string;
      readonly nationalId: string;
      readonly laserCode?: string;
    };
    readonly output: { readonly code: 0 };
    readonly error: "card-taken" | "chip" | "missing" | "no-match" | "unavailable" | "void";
  };
  readonly "identity.checkLiveness": {
    readonly mode: "remote";
    readonly input: { readonly selfie: string };
    readonly output: { readonly check: string };
    readonly error: "unavailable" | "unclear";
  };
  readonly "identity.declareTaxResidence": {
    readonly mode: "local";
    readonly input: {
      readonly isUsCitizen: boolean;
      readonly isGreenCardHolder: boolean;
      readonly isUsTaxResident: boolean;
      readonly bornInUsRenounced?: boolean;
      readonly usAddress?: boolean;
      readonly usPhone?: boolean;
      readonly usStandingInstruction?: boolean;
      readonly usPowerOfAttorney?: boolean;
      readonly usHoldMail?: boolean;
      readonly placeOfBirthCountry?: string;
      readonly placeOfBirthCity?: string;
      readonly taxResidenceInCountriesOtherThanTheUS?: boolean;
      readonly crsDetails?: readonly {
        readonly countryOfTaxResidence: string;
        readonly tinStatus: "TIN" | "A" | "B" | "C";
        readonly tin?: string;
        readonly reasonDesc?: string;
      }[];
      readonly fatcaForm: "W9" | "W8BEN" | "NONE";
      readonly declared?: true;
    };
    readonly output: Record<string, never>;
    readonly error: never;
  };
  readonly "identity.requestNdid": {
    readonly mode: "remote";
    readonly input: { readonly nationalId: string; readonly bank: string };
    readonly output: { readonly request: string };
    readonly error: "card-taken" | "not-enrolled" | "unavailable";
  };
  readonly "identity.retakeSuitability": {
    readonly mode: "local";
    readonly input: {
      readonly ageScore: number;
      readonly fixedExpenses: number;
      readonly financialPosition: number;
      readonly experience: readonly number[];
      readonly horizon: number;
      readonly riskAbility: number;
      readonly returnChart: number;
      readonly feeling: number;
      readonly intolerableDrop: number;
      readonly reactionToLoss: number;
      readonly canAcceptFxRisk: boolean;
      readonly canAcceptDigitalAssetRisk: boolean;
      readonly score: number;
      readonly level: number;
    };
    readonly output: { readonly validUntil: string };
    readonly error: never;
  };
  readonly "identity.signContract": {
    readonly mode: "local";
    readonly input: { readonly contractAccepted: true; readonly contractVersion: string };
    readonly output: Record<string, never>;
    readonly error: never;
  };
  readonly "identity.submit": {
    readonly mode: "local";
    readonly input: {
      readonly nationalId: string;
      readonly cardHasLaserCode: boolean;
      readonly laserCode?: string;
      readonly nameTitle: "MR" | "MRS" | "MISS" | "OTHER";
      readonly nameTitleOther?: string;
      readonly firstNameTh: string;
      readonly lastNameTh: string;
      readonly firstNameEn: string;
      readonly lastNameEn: string;
      readonly birthDate: string;
      readonly phone: string;
      readonly address: {
        readonly no: string;
        readonly moo?: string;
        readonly building?: string;
        readonly floor?: string;
        readonly roomNo?: string;
        readonly soi?: string;
        readonly road?: string;
        readonly subDistrict: string;
        readonly district: string;
        readonly province: string;
        readonly postalCode: string;
      };
      readonly occupation: string;
      readonly occupationOther?: string;
      readonly workplace?: string;
      readonly incomeLevel:
        | "LEVEL1"
        | "LEVEL2"
        | "LEVEL3"
        | "LEVEL4"
        | "LEVEL5"
        | "LEVEL6"
        | "LEVEL7"
        | "LEVEL8"
        | "LEVEL9";
      readonly incomeSources: readonly string[];
      readonly incomeSourceOther?: string;
      readonly politicalRelatedPerson: boolean;
      readonly politicalPosition?: string;
      readonly politicalPeriod?: string;
      readonly politicalRelationship?: string;
      readonly committedMoneyLaundering: boolean;
      readonly moneyLaunderingOffence?: string;
      readonly moneyLaunderingYear?: number;
      readonly rejectFinancialTransaction: boolean;
      readonly beneficialOwnerSelf: boolean;
      readonly beneficialOwnerName?: string;
      readonly beneficialOwnerRelationship?: string;
      readonly beneficialOwnerOccupation?: string;
      readonly controllerSelf: boolean;
      readonly controllerName?: string;
      readonly strategies: readonly (
        | "M-BTCA"
        | "M-LCAP"
        | "M-BLOCKCHAIN"
        | "M-METAVERSE"
        | "M-STABLE"
        | "M-NEXT GEN"
      )[];
      readonly depositMethods: readonly ("transfer" | "promptpay")[];
      readonly cardFront: string;
      readonly cardBack: string;
      readonly selfie: string;
      readonly biometricsVersion: string;
      readonly companyName?: string;
      readonly registrationNumber?: string;
      readonly companyCertificate?: string;
      readonly shareholderList?: string;
      readonly signatoryRole?: string;
      readonly ageScore?: number;
      readonly fixedExpenses?: number;
      readonly financialPosition?: number;
      readonly experience?: readonly number[];
      readonly horizon?: number;
      readonly riskAbility?: number;
      readonly returnChart?: number;
      readonly feeling?: number;
      readonly intolerableDrop?: number;
      readonly reactionToLoss?: number;
      readonly canAcceptFxRisk?: boolean;
      readonly canAcceptDigitalAssetRisk?: boolean;
      readonly score?: number;
      readonly level?: number;
      readonly isUsCitizen?: boolean;
      readonly isGreenCardHolder?: boolean;
      readonly isUsTaxResident?: boolean;
      readonly bornInUsRenounced?: boolean;
      readonly usAddress?: boolean;
      readonly usPhone?: boolean;
      readonly usStandingInstruction?: boolean;
      readonly usPowerOfAttorney?: boolean;
      readonly usHoldMail?: boolean;
      readonly fatcaForm?: "W9" | "W8BEN" | "NONE";
      readonly identityDocument?: string;
      readonly lossOfNationality?: string;
      readonly placeOfBirthCountry?: string;
      readonly placeOfBirthCity?: string;
      readonly taxResidenceInCountriesOtherThanTheUS?: boolean;
      readonly crsDetails?: readonly {
        readonly countryOfTaxResidence: string;
        readonly tinStatus: "TIN" | "A" | "B" | "C";
        readonly tin?: string;
        readonly reasonDesc?: string;
      }[];
      readonly declared?: true;
      readonly biometricsAccepted: true;
      readonly contractAccepted: true;
      readonly bank: string;
      readonly accountNumber: string;
      readonly accountName: string;
      readonly contractVersion: string;
    };
    readonly output: { readonly reference: string; readonly status: "PENDING" | "REVIEW" };
    readonly error: "card-taken" | "rejected" | "under-age" | "us-person";
  };
  readonly "orders.place": {
    readonly mode: "local";
    readonly input: {
      readonly strategy: "M-BTCA" | "M-LCAP" | "M-BLOCKCHAIN" | "M-METAVERSE" | "M-STABLE" | "M-NEXT GEN";
      readonly amount: string;
      readonly method: "qr" | "transfer";
      readonly fee: string;
      readonly vat: string;
      readonly navDate: string;
      readonly riskAcknowledged?: boolean;
    };
    readonly output: {
      readonly order: string;
      readonly reference: string;
      readonly payBy: string;
      readonly navDate: string;
      readonly allotmentDate: string;
    };
    readonly error:
      | "maximum"
      | "minimum"
      | "nav-day-changed"
      | "not-able"
      | "strategy-closed"
      | "unavailable";
  };
  readonly "orders.reduce": {
    readonly mode: "local";
    readonly input: {
      readonly strategy: "M-BTCA" | "M-LCAP" | "M-BLOCKCHAIN" | "M-METAVERSE" | "M-STABLE" | "M-NEXT GEN";
      readonly kind: "amount" | "units" | "all";
      readonly sold: "part" | "all";
      readonly amount?: string;
      readonly units?: string;
      readonly unitsSold: string;
      readonly dust: "sold" | "kept";
      readonly everythingAgreed?: boolean;
      readonly bank: string;
      readonly number: string;
      readonly navDate: string;
      readonly gross: string;
      readonly fee: string;
      readonly vat: string;
    };
    readonly output: {
      readonly order: string;
      readonly reference: string;
      readonly navDate: string;
      readonly allotmentDate: string;
      readonly payoutDate: string;
      readonly gross: string;
      readonly fee: string;
      readonly vat: string;
      readonly units: string;
      readonly bank: string;
      readonly number: string;
    };
    readonly error:
      | "destination-not-verified"
      | "everything-pending"
      | "minimum"
      | "nav-day-changed"
      | "not-able"
      | "not-enough-units"
      | "remainder"
      | "strategy-closed"
      | "unavailable";
  };
  readonly "orders.switch": {
    readonly mode: "local";
    readonly input: {
      readonly from: "M-BTCA" | "M-LCAP" | "M-BLOCKCHAIN" | "M-METAVERSE" | "M-STABLE" | "M-NEXT GEN";
      readonly to: "M-BTCA" | "M-LCAP" | "M-BLOCKCHAIN" | "M-METAVERSE" | "M-STABLE" | "M-NEXT GEN";
      readonly kind: "amount" | "units" | "all";
      readonly sold: "part" | "all";
      readonly amount?: string;
      readonly units?: string;
      readonly unitsSold: string;
      readonly dust: "sold" | "kept";
      readonly everythingAgreed?: boolean;
      readonly navDate: string;
      readonly riskAcknowledged?: boolean;
      readonly gross: string;
      readonly fee: string;
      readonly vat: string;
      readonly switchFee?: string;
      readonly switchVat?: string;
      readonly newUnits?: string;
    };
    readonly output: {
      readonly order: string;
      readonly reference: string;
      readonly inOrder: string;
      readonly inReference: string;
      readonly navDate: string;
      readonly inNavDate: string;
      readonly allotmentDate: string;
      readonly inAllotmentDate: string;
      readonly gross: string;
      readonly fee: string;
      readonly vat: string;
      readonly switchFee?: string;
      readonly switchVat?: string;
      readonly newUnits?: string;
      readonly units: string;
    };
    readonly error:
      | "everything-pending"
      | "minimum"
      | "nav-day-changed"
      | "not-able"
      | "not-enough-units"
      | "remainder"
      | "same-strategy"
      | "strategy-closed"
      | "switching-off"
      | "unavailable";
  };
  readonly "payments.sendSlip": {
    readonly mode: "local";
    readonly input: { readonly order: string; readonly slip: string };
    readonly output: { readonly slip: string; readonly reference: string };
    readonly error: "order-not-open" | "slip-not-yours" | "slip-used" | "slip-waiting";
  };
};

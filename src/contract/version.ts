/** The version the control plane's API description carries (spec §9). */
export const DOCUMENT_VERSION = '0.1.0';

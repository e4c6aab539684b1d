import { fromHex } from '../../util/index.ts'

/** Only its address is displayed: no output uses this key, and its private key is not needed. */
export const CHANNELS_PUBLIC_KEY = fromHex('035debdb19b1c98c615259339500511d6216a3ffbeb28ff5655a7ef5790a12ab0b')

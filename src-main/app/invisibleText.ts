/** Invalid characters, and characters that change how surrounding text is displayed. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

export const removeInvisible = (text: string): string => text.replace(INVISIBLE, '')

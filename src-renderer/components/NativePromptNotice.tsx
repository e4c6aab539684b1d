import { ShieldCheck } from 'lucide-react'
import { t } from '../i18n/texts.ts'

type NativePromptKind = keyof typeof import('../i18n/en/parts.json')['outside']

/** Shown instead of a field for a secret: the desktop app asks for or shows the secret in its own window. */
export function NativePromptNotice({ what }: { readonly what: NativePromptKind }) {
  return (
    <p className="flex items-start gap-2 rounded-md bg-accent-soft px-3 py-2">
      <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
      <span>{t(`parts:outside.${what}`)}</span>
    </p>
  )
}

import { ShieldCheck } from 'lucide-react'

/** In the place of a field for a secret: the desktop app takes it elsewhere. `what` begins the sentence. */
export function AskedOutside({ what }: { readonly what: string }) {
  return (
    <p className="flex items-start gap-2 rounded-md bg-accent-soft px-3 py-2">
      <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
      <span>{what} in a window of the app’s own, after the next click. Nothing secret is typed into this page.</span>
    </p>
  )
}

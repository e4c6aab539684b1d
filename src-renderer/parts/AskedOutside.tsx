import { ShieldCheck } from 'lucide-react'

/** Shown instead of a secret's field: the desktop app asks for it in its own window. `what` begins the sentence. */
export function AskedOutside({ what }: { readonly what: string }) {
  return (
    <p className="flex items-start gap-2 rounded-md bg-accent-soft px-3 py-2">
      <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
      <span>{what} in a separate window of the app, after the next click. No secret is typed into this page.</span>
    </p>
  )
}

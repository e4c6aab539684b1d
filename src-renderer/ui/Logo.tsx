/** Logo of the app: a block whose edges form one line. */
export function Logo({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g fill="none" strokeWidth="2.4" strokeLinejoin="round" strokeLinecap="round" className="stroke-on-accent">
        <path d="M16 6.2 24.5 11v10L16 25.8 7.5 21V11z" />
        <path d="m7.5 11 8.5 5 8.5-5M16 16v9.5" />
      </g>
    </svg>
  )
}

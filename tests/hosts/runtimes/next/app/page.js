export default function Page() {
  return <p>The routes beside this page ask a memory.</p>;
}

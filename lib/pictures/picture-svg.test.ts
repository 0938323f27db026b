import { describe, expect, it } from "vitest";
import { svg } from "@/tests/support/http/pictures";
import { cleanSvg, problemOf } from "./picture-svg.mjs";

const problem = (text: string): string | null => problemOf(cleanSvg(text));
const rect = '<rect width="9" height="9"/>';
const pixel = "data:image/png;base64,iVBORw0KGgo=";
const declared = '<?xml version="1.0" encoding="utf-8"?>\n';
const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n';

describe("an SVG is drawn", () => {
  it.each([
    [
      "as Inkscape saves it",
      `${declared}<!-- Created with Inkscape (http://www.inkscape.org/) -->\n${svg(
        `<sodipodi:namedview inkscape:zoom="1" /><metadata><rdf:RDF><cc:Work rdf:about=""><dc:type
         rdf:resource="http://purl.org/dc/dcmitype/StillImage" /></cc:Work></rdf:RDF></metadata>
         <g inkscape:label="Layer &quot;1&quot;" style="font-family:&quot;DejaVu Sans&quot;;fill:url(&quot;#a&quot;)"
         inkscape:export-filename="C:\\Users\\ann\\dead.png">${rect}</g>`,
        'viewBox="0 0 20 10" sodipodi:docname="once on a=b.svg"',
      )}`,
    ],
    [
      "as Illustrator exports it",
      `${declared}<!-- Generator: Adobe Illustrator 27.0, SVG Export Plug-In . SVG Version: 6.00 Build 0) -->\n${doctype}${svg(
        `<style type="text/css"><![CDATA[.st0{fill:#D01010;font-family:'\\'Arial\\'';} a>b{}]]></style><rect class="st0"/>`,
        'version="1.1" id="Layer_1" x="0px" y="0px" xml:space="preserve"',
      )}`,
    ],
    [
      "as Figma exports it",
      svg(
        `<rect width="20" height="10" fill="url(#p)"/><defs><pattern id="p" width="1" height="1"><use xlink:href="#i"/></pattern>
         <image id="i" width="1" height="1" xlink:href="${pixel}"/></defs>`,
      ),
    ],
    [
      "as Sketch exports it",
      `${declared}${svg(
        `<!-- Generator: Sketch 52.6 (67491) - http://www.bohemiancoding.com/sketch --><title>Logo &amp; name</title>
         <desc>Created with Sketch.</desc><defs><path d="M0,0 L9,9" id="path-1"></path></defs><g id="Page-1">
         <mask id="mask-2" fill="white"><use xlink:href="#path-1"></use></mask>
         <use fill="#D8D8D8" xlink:href="#path-1"></use><g mask="url(#mask-2)">${rect}</g></g>`,
      )}`,
    ],
    ["with the name of Adobe's packet", `<?xpacket begin="" id="W5M0"?>${svg(rect)}<?xpacket end="w"?>`],
    ["with a link", svg(`<a href="https://example.com/">${rect}</a>`)],
    ["with a font", svg("<style>@font-face{src:url( 'data:font/woff2;charset=utf-8;base64,d09G' )}</style>")],
    ["with a plain document type", `<!doctype svg>${svg(rect)}`],
    ["with words about events and files", svg('<text>onload="x" C:\\dead</text><title>\\41 on = off</title>')],
    ["with an SVG inside", svg(svg(svg(rect)))],
    ["with an SVG inside under another name", svg('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>')],
    ["with a picture in it", svg(`<image href='data:image/jpg;base64,/9j/'/><svg:image xlink:href="${pixel}"/>`)],
  ])("%s", (_what, text) => {
    expect(problem(text)).toBeNull();
  });
});

describe("an SVG is refused", () => {
  const copies = '<g id="a"><use href="#b"/></g><use href="#a"/>';
  it.each([
    ["entities", `<!DOCTYPE svg [<!ENTITY x "y">]>${svg("<text>&x;</text>")}`],
    ["entities behind quoted brackets", `<!DOCTYPE svg SYSTEM "]>" [<!ENTITY x "y">]>${svg("&x;")}`],
    ["a style sheet elsewhere", `<?xml-stylesheet href="http://127.0.0.1/a.css"?>${svg(rect)}`],
    ["a script", svg("<script>1</script>")],
    ["a script under another name", svg('<é:script xmlns:é="http://www.w3.org/2000/svg">1</é:script>')],
    ["a script around a comment", svg("<scr<!-- -->ipt>1</script>")],
    ["a comment that makes a declaration", `<!<!-- -->DOCTYPE svg [<!ENTITY x "y">]>${svg(rect)}`],
    ["an event", svg('<rect onload = "x"/>')],
    ["an event behind a quoted end", svg('<rect a="&#34;>" onload="x"/>')],
    ["a page", svg("<foreignObject/>")],
    ["movement", svg('<animateTransform attributeName="x"/>')],
    ["a change", svg('<set attributeName="x"/>')],
    ["another base", svg(rect, 'xml:base="http://127.0.0.1/"')],
    ["a reference elsewhere", svg('<use href="http://127.0.0.1/#a"/>')],
    ["a reference with a space before it", svg('<use href=" http://127.0.0.1/#a"/>')],
    ["a reference in other letters", svg('<use href="&#x68;ttp://127.0.0.1/#a"/>')],
    ["a link that runs something", svg('<a href="javascript:alert(1)"/>')],
    ["a picture elsewhere", svg('<image href="file:///etc/passwd"/>')],
    ["an SVG as a picture", svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>')],
    ["a picture where none belongs", svg(`<use href="${pixel}"/>`)],
    ["a picture of a filter", svg(`<filter><feImage href="${pixel}"/></filter>`)],
    ["paint from elsewhere", svg('<rect fill="url( //127.0.0.1/#a)"/>')],
    ["paint from elsewhere, in quotes", svg('<rect style="fill:url(&quot;http://127.0.0.1/#a&quot;)"/>')],
    ["paint in escaped letters", svg('<rect style="fill:u\\72l(http://127.0.0.1/#a)"/>')],
    ["paint in escaped letters that need no number", svg('<rect fill="u\\rl(http://127.0.0.1/#a)"/>')],
    ["styles elsewhere", svg("<style>@import 'http://127.0.0.1/'</style>")],
    ["styles in escaped letters", svg("<style><![CDATA[</style>]]> <g/> @\\69mport 'x'</style>")],
    ["data in a style", svg("<style>rect{fill:url(data:image/svg+xml;base64,PHN2Zy8+)}</style>")],
    ["a script in an SVG inside", svg(svg("<script/>"))],
    ["entities before an SVG inside", `<!DOCTYPE svg [<!ENTITY x "y">]>${svg(svg("<text>&x;</text>"))}`],
    ["a use of an SVG inside that uses something", svg(`${svg('<use href="#b"/>', 'id="a"')}<use href="#a"/>`)],
    ["a use of a use", svg(copies)],
    ["a use of a use under another name", svg(copies.replaceAll("use", "é:use"))],
  ])("with %s", (_what, text) => {
    expect(problem(text)).toBe("references");
  });

  it.each(["<rect", '<rect a="', "<rect a='<'/>", "< rect/>", "<>"])("that is broken by %s", (broken) => {
    expect(problem(svg(broken))).toBe("unreadable");
  });

  it("that has a second root", () => {
    expect(problem(svg(rect) + svg(rect))).toBe("unreadable");
  });
});
